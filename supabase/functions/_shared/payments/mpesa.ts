import { z } from 'zod';
import { toLocalDateTime } from '@masomo/domain/time';
import { callbackUrl, darajaCall, DarajaRefusal, signedFields } from './daraja.ts';
import { failureOfRefusal, failureOfResult, isStillProcessing } from './mpesaResults.ts';
import { darajaSettings, requireDaraja } from './settings.ts';
import type { Attempt, PaymentProvider, PaymentRequest, RefundResult, RefundRequest, PaymentReport, StartResult } from './provider.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function start({ attemptId, amount, phone, accountReference }: PaymentRequest): Promise<StartResult> {
  const signed = signedFields(new Date());
  const { DARAJA_TILL } = requireDaraja();
  try {
    const { status, body } = await darajaCall('/mpesa/stkpush/v1/processrequest', {
      ...signed,
      TransactionType: DARAJA_TILL ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
      Amount: amount,
      PartyA: phone,
      PartyB: DARAJA_TILL ?? signed.BusinessShortCode,
      PhoneNumber: phone,
      CallBackURL: await callbackUrl('payment', attemptId),
      AccountReference: accountReference,
      TransactionDesc: 'School order',
    });
    if (status === 200 && body.ResponseCode === '0' && body.CheckoutRequestID) {
      return {
        type: 'accepted',
        reference: body.CheckoutRequestID,
        ...(body.MerchantRequestID ? { request: body.MerchantRequestID } : {}),
      };
    }
    const code = body.errorCode ?? body.ResponseCode ?? String(status);
    const text = body.errorMessage ?? body.ResponseDescription ?? `M-Pesa responded with ${status}`;
    const failure = status === 200 ? (failureOfResult(code) ?? 'unknown') : failureOfRefusal(status, code, text);
    return failure ? { type: 'refused', failure, code, text } : { type: 'unknown', text };
  } catch (error) {
    if (error instanceof DarajaRefusal && error.status < 500)
      return { type: 'refused', failure: 'not_configured', code: String(error.status), text: error.message };
    return { type: 'unknown', text: messageOf(error) };
  }
}

/** A request without a response counts as never sent after this time. A later payment is still recorded. */
const lostAfterMs = 180_000;

async function query(attempt: Attempt): Promise<PaymentReport> {
  if (!attempt.provider_reference) {
    const isLost = Date.now() - Date.parse(attempt.created_at) > lostAfterMs;
    return isLost
      ? { outcome: 'failed', failure: 'not_sent', is_final: false, text: 'M-Pesa did not confirm the request.' }
      : { outcome: 'pending' };
  }
  const { status, body } = await darajaCall('/mpesa/stkpushquery/v1/query', {
    ...signedFields(new Date()),
    CheckoutRequestID: attempt.provider_reference,
  });
  const code = body.ResultCode ?? body.errorCode ?? '';
  const text = body.ResultDesc ?? body.errorMessage;
  if (isStillProcessing(code)) return { outcome: 'pending', text };
  if (status !== 200 || body.ResponseCode !== '0' || code === '') throw new Error(`M-Pesa could not be queried: ${status} ${text ?? ''}`);
  // The query returns no receipt, so the first success waits for the callback or the statement to bring it.
  if (code === '0') return attempt.result_code === '0' ? { outcome: 'succeeded', code, text } : { outcome: 'pending', code, text };
  const failure = failureOfResult(code);
  return failure ? { outcome: 'failed', failure, code, text } : { outcome: 'disputed', code, text };
}

async function refund({ refundId, receipt, amount, reason }: RefundRequest): Promise<RefundResult> {
  const { DARAJA_INITIATOR, DARAJA_SECURITY_CREDENTIAL, DARAJA_SHORTCODE } = requireDaraja();
  try {
    const { status, body } = await darajaCall('/mpesa/reversal/v1/request', {
      Initiator: DARAJA_INITIATOR,
      SecurityCredential: DARAJA_SECURITY_CREDENTIAL,
      CommandID: 'TransactionReversal',
      TransactionID: receipt,
      Amount: amount,
      ReceiverParty: DARAJA_SHORTCODE,
      RecieverIdentifierType: '11',
      ResultURL: await callbackUrl('refund', refundId),
      QueueTimeOutURL: await callbackUrl('refund-timeout', refundId),
      Remarks: reason.slice(0, 100) || 'Refund',
      Occasion: refundId,
    });
    if (status === 200 && body.ResponseCode === '0') return { type: 'sent', reference: body.ConversationID ?? refundId };
    const text = `M-Pesa refused: ${body.errorMessage ?? body.ResponseDescription ?? status}`;
    return status >= 500 && !body.errorCode ? { type: 'unknown', text } : { type: 'refused', text };
  } catch (error) {
    return { type: error instanceof DarajaRefusal ? 'refused' : 'unknown', text: messageOf(error) };
  }
}

/** One line of the paybill account's statement. */
export const statementLineSchema = z.object({
  transactionId: z.string(),
  trxDate: z.string(),
  billreference: z.coerce.string(),
  amount: z.coerce.number(),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** Payments received between two instants, from the statement; empty when the account has no access to it. */
export async function readStatement(from: Date, to: Date): Promise<StatementLine[]> {
  const { DARAJA_PULL, DARAJA_SHORTCODE } = requireDaraja();
  if (!DARAJA_PULL) return [];
  const time = (date: Date) => toLocalDateTime(date).replace('T', ' ');
  const { status, body } = await darajaCall('/pulltransactions/v1/query', {
    ShortCode: DARAJA_SHORTCODE,
    StartDate: time(from),
    EndDate: time(to),
    OffSetValue: '0',
  });
  if (status !== 200) throw new Error(`M-Pesa returned no statement: ${status} ${body.errorMessage ?? ''}`);
  return z
    .array(z.unknown())
    .catch([])
    .parse(body.Response)
    .flat()
    .flatMap((line) => statementLineSchema.safeParse(line).data ?? []);
}

/** M-Pesa by Daraja; null when it is not configured. */
export function mpesaProvider(): PaymentProvider | null {
  const settings = darajaSettings();
  if (!settings) return null;
  return { start, query, refund: settings.DARAJA_INITIATOR && settings.DARAJA_SECURITY_CREDENTIAL ? refund : undefined };
}
