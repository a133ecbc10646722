import { z } from 'zod';

/** A mail as the outbox returns it to a sender that claimed it. */
export const queuedMailSchema = z.object({
  id: z.string(),
  idempotency_key: z.string(),
  template: z.string(),
  to_address: z.string(),
  reply_to: z.string().nullable(),
  language: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type QueuedMail = z.infer<typeof queuedMailSchema>;
