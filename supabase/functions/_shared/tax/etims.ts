import { z } from 'zod';
import { toLocalDateTime } from '@masomo/domain/time';
import { readSettings } from '../environment.ts';
import { parseDarajaTime } from '../payments/daraja.ts';
import { TaxRefusal, type Signature, type TaxAuthority, type TaxDocument } from './taxAuthority.ts';

// Client of KRA's eTIMS with an online sales control unit (OSCU). Everything sold is a service at 16 %: tax band B.
const settingsSchema = z.object({
  ETIMS_BASE_URL: z.url(),
  ETIMS_PIN: z.string(),
  ETIMS_BRANCH: z.string(),
  ETIMS_COMMUNICATION_KEY: z.string(),
  ETIMS_CONTROL_UNIT: z.string(),
  ETIMS_ITEM_CODE: z.string(),
  ETIMS_ITEM_CLASS: z.string(),
});
type EtimsSettings = z.infer<typeof settingsSchema>;
const requestTimeoutMs = 30_000;
const paymentCodes = { mpesa: '06', card: '05', bank: '07' } as const;
const otherRates = {
  taxRtA: 0,
  taxRtC: 0,
  taxRtD: 0,
  taxRtE: 8,
  taxblAmtA: 0,
  taxblAmtC: 0,
  taxblAmtD: 0,
  taxblAmtE: 0,
  taxAmtA: 0,
  taxAmtC: 0,
  taxAmtD: 0,
  taxAmtE: 0,
};
const cents = (amount: number) => Math.round(amount * 100) / 100;
const formatEastAfricaTime = (iso: string) => toLocalDateTime(iso).replace(/\D/g, '');

/** Splits the amount of a document over its lines in proportion; the last line absorbs the rounding difference. */
function splitAmount({ lines, amount, total }: TaxDocument): number[] {
  const shares = lines.map((line) => cents((line.total * amount) / total));
  const rest = cents(amount - shares.reduce((sum, share) => sum + share, 0));
  return shares.map((share, index) => (index === shares.length - 1 ? cents(share + rest) : share));
}

/** Converts a document to the eTIMS format. Amounts include the tax; the taxable amount excludes it. */
export function toEtimsSale(
  document: TaxDocument,
  settings: Pick<EtimsSettings, 'ETIMS_ITEM_CODE' | 'ETIMS_ITEM_CLASS'>,
): Record<string, unknown> {
  const shares = splitAmount(document);
  const itemList = document.lines.map(({ name, quantity }, index) => {
    const gross = shares[index] ?? 0;
    const taxable = cents(gross / 1.16);
    return {
      itemSeq: index + 1,
      itemCd: settings.ETIMS_ITEM_CODE,
      itemClsCd: settings.ETIMS_ITEM_CLASS,
      itemNm: name.slice(0, 200),
      pkgUnitCd: 'NT',
      pkg: quantity,
      qtyUnitCd: 'U',
      qty: quantity,
      prc: cents(gross / quantity),
      splyAmt: gross,
      dcRt: 0,
      dcAmt: 0,
      taxTyCd: 'B',
      taxblAmt: taxable,
      taxAmt: cents(gross - taxable),
      totAmt: gross,
    };
  });
  const taxable = cents(itemList.reduce((sum, item) => sum + item.taxblAmt, 0));
  const tax = cents(document.amount - taxable);
  const at = formatEastAfricaTime(document.created_at);
  const auditFields = { regrId: 'masomo', regrNm: 'Masomo', modrId: 'masomo', modrNm: 'Masomo' };
  return {
    trdInvcNo: document.order_number,
    invcNo: document.number,
    orgInvcNo: document.corrects ?? 0,
    ...(document.kra_pin ? { custTin: document.kra_pin } : {}),
    custNm: document.customer.slice(0, 60),
    salesTyCd: 'N',
    rcptTyCd: document.kind === 'invoice' ? 'S' : 'R',
    pmtTyCd: paymentCodes[document.payment_method],
    salesSttsCd: '02',
    cfmDt: at,
    salesDt: at.slice(0, 8),
    ...(document.kind === 'credit_note' ? { rfdDt: at, rfdRsnCd: '06' } : {}),
    totItemCnt: itemList.length,
    ...otherRates,
    taxRtB: 16,
    taxblAmtB: taxable,
    taxAmtB: tax,
    totTaxblAmt: taxable,
    totTaxAmt: tax,
    totAmt: document.amount,
    prchrAcptcYn: 'N',
    ...auditFields,
    receipt: { rcptPbctDt: at, prchrAcptcYn: 'N' },
    itemList,
  };
}

const responseSchema = z.looseObject({
  resultCd: z.string(),
  resultMsg: z.string().catch(''),
  data: z
    .looseObject({ curRcptNo: z.coerce.string(), intrlData: z.string(), rcptSign: z.string(), sdcDateTime: z.string().catch('') })
    .nullish(),
});
const successCodes = ['000', '00', '0', '0000'];

async function sign(document: TaxDocument, settings: EtimsSettings): Promise<Signature> {
  const response = await fetch(`${settings.ETIMS_BASE_URL}/saveTrnsSalesOsdc`, {
    method: 'POST',
    signal: AbortSignal.timeout(requestTimeoutMs),
    body: JSON.stringify(toEtimsSale(document, settings)),
    headers: {
      'content-type': 'application/json',
      tin: settings.ETIMS_PIN,
      bhfId: settings.ETIMS_BRANCH,
      cmcKey: settings.ETIMS_COMMUNICATION_KEY,
    },
  });
  if (response.status >= 500 || response.status === 429) throw new Error(`eTIMS responded with ${response.status}.`);
  const { resultCd, resultMsg, data } = responseSchema.parse(await response.json());
  if (!successCodes.includes(resultCd) || !data) throw new TaxRefusal(`eTIMS refused: ${resultCd} ${resultMsg}`);
  return {
    controlUnit: settings.ETIMS_CONTROL_UNIT,
    receiptNumber: data.curRcptNo,
    receiptSignature: data.rcptSign,
    internalData: data.intrlData,
    signedAt: parseDarajaTime(data.sdcDateTime),
  };
}

/** eTIMS; null when it is not configured. */
export function etims(): TaxAuthority | null {
  const settings = readSettings(settingsSchema);
  return settings && { sign: (document) => sign(document, settings) };
}
