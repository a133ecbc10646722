import payments from './payments.ts';
import { defineJob } from '../defineJob.ts';

/** Reports which providers are configured, imports the statement and sends tax documents: when a worker starts, and often enough after. */
export default defineJob({ due: "select ''", everySeconds: 600, step: payments.step });
