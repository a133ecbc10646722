// Draws charts with Recharts, a large library: a chart loads this entry after its page's first paint (`ChartCard` of `@masomo/remote`).
export { ChartDrawing, type ChartDrawingProps, type ChartPoint, type DrawnSeries } from './charts/ChartDrawing.tsx';
