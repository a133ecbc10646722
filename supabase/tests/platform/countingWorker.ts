import pg from 'pg';
import { createWorker } from '@masomo/worker/createWorker';
import { countingKinds } from './countingJob.ts';

// A worker in a process of its own, for a test that kills it.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 5 });
createWorker({ pool, kinds: countingKinds, slots: 3, log: () => {} });
process.send?.('started');
