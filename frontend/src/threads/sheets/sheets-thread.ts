import { OWN_END, serve } from '../rpc.ts';
import { SHEETS_QUESTIONS } from './read-sheet.ts';

serve(OWN_END, SHEETS_QUESTIONS);
