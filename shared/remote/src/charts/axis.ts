/** The values that are written at an axis, from its begin to its end. */
export type Axis = { ticks: readonly number[]; start: number; end: number };

type AxisOptions = {
  /** Bars are compared by their length, which has to begin at zero. */
  isFromZero: boolean;
  /** No value is above it. */
  limit?: number | undefined;
  /** How a value is written at the axis: no two of them are written alike. */
  formatTick?: (value: number) => string;
};

/** About as many steps as a chart has room for. */
const stepsWanted = 4;

/** Decimal fractions are not exact in binary: 0.1 + 0.2. */
const exact = (value: number) => Number(value.toPrecision(12));

/** The round number (1, 2, 2.5 or 5 times a power of ten) that divides a span into few steps. */
function roundStep(span: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(span / stepsWanted));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => exact(factor * power)).filter((step) => !isWhole || Number.isInteger(step));
  return steps.find((step) => step * stepsWanted >= span) ?? 1;
}

/**
 * An axis for these values. It begins at zero, or, where the values differ by less than half of the highest and nothing is compared by
 * its length, where they begin to differ. Whole numbers have whole steps.
 */
export function axisOf(values: readonly number[], { isFromZero, limit, formatTick = String }: AxisOptions): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isClose = !isFromZero && low > 0 && high - low < high / 2;
  // Equal values are in the middle of a tenth.
  const padding = high === low ? Math.abs(high) / 10 || 1 : 0;
  const bottom = isClose ? low - padding : Math.min(0, low);
  const top = isClose ? high + padding : Math.max(0, high) || (low === 0 ? padding : 0);
  const isWhole = values.every(Number.isInteger);
  const most = limit !== undefined && high <= limit ? limit : Infinity;
  const axis = axisBetween(bottom, top, roundStep(top - bottom, isWhole), most);
  const isToldApart = new Set(axis.ticks.map(formatTick)).size === axis.ticks.length;
  return isToldApart ? axis : axisBetween(bottom, top, roundStep(top - bottom, true), most);
}

function axisBetween(bottom: number, top: number, step: number, most: number): Axis {
  const start = exact(Math.floor(bottom / step) * step);
  const last = exact(Math.ceil(top / step) * step);
  const end = Math.min(last, most);
  const ticks: number[] = [];
  for (let tick = start; tick <= end + step / 1e6; tick = exact(tick + step)) ticks.push(tick);
  if ((ticks.at(-1) ?? end) < end) ticks.push(end);
  return { ticks, start, end };
}
