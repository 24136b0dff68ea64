import { simulateBesideStrong, simulateDuplicates, simulateShadows, simulateSplit, simulateTries } from './test/simulations/label-demands.ts';
const r = (files: number) => ({ files, seed: 2026 });
console.log('split', simulateSplit(r(400), 'best-split'), simulateSplit(r(400), 'quartiles'));
console.log('dup', simulateDuplicates(r(400)));
console.log('shadow', simulateShadows(r(200)));
console.log('strong', simulateBesideStrong(r(200)));
console.log('tries', simulateTries(r(200)));
