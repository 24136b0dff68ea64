export type ApplyWay = 'rules' | 'per-lead' | 'form';
