import type { z } from 'zod';

/** A job during one of its steps. */
export type Job<Args = Record<string, unknown>> = {
  id: string;
  /** What it is about, such as the id of a row; empty where it is one piece of work. */
  subject: string;
  /** The school that the person who started it works in; null for work of the platform. */
  school: string | null;
  args: Args;
  /** What the step before returned as `reached`; null in the first one. */
  reached: Record<string, unknown> | null;
  /** Runs a statement in the transaction of the step: as the person who started the job, or as the owner of the database. */
  sql<Row extends Record<string, unknown> = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Whether a step has taken its time, and others should have their turn. */
  isOver(): boolean;
};

/** How far a step came. */
export type Step = {
  /** Where the next step goes on. Without it the job is finished. */
  reached?: Record<string, unknown>;
  done?: number;
  total?: number;
  /** What came of it, as ids and counts: super admins see it. */
  result?: Record<string, unknown>;
};

export type JobKind<Args = Record<string, unknown>> = {
  /** The permission that starts one, which each step checks once more; without it no person starts one. */
  permission?: string;
  /** What it is started with. A job that was started with anything else fails at once. */
  args?: z.ZodType<Args>;
  /** Statement whose single column lists what is due, each of which becomes a job; runs about as often as `everySeconds`. */
  due?: string;
  everySeconds?: number;
  /** Whether this installation is set up for what falls due; the default is that it is. */
  isOn?: () => boolean;
  /** One transaction, within some seconds: a statement, with the subject as `$1`, or a function for a job of many steps. */
  step: string | ((job: Job<Args>) => Promise<Step | void>);
};

/** Ends a job with a sentence for the person who started it: another try would change nothing. */
export class JobRefused extends Error {
  readonly code = 'P0001';
}

/** Declares a kind of job. The name of its file is the name of the kind. */
export const defineJob = <Args = Record<string, unknown>>(kind: JobKind<Args>): JobKind<Args> => kind;
