import { OWN_END, serve } from '../rpc.ts';
import { createSendQuestions } from './send-questions.ts';

serve(OWN_END, createSendQuestions());
