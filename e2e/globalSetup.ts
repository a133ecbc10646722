import { lanes, variables } from './lanes.ts';
import { startProduct, type Product } from '@masomo/tools/browser/startProduct.ts';

/** Starts a product for each lane, unless E2E_BASE_URL names one that runs, and stops them after the last journey. */
export default async function startProducts(): Promise<() => Promise<void>> {
  if (process.env['E2E_BASE_URL']) return async () => undefined;
  const products: Product[] = [];
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
  try {
    for (const lane of lanes) {
      const product = await startProduct();
      products.push(product);
      process.env[variables(lane).baseUrl] = product.baseUrl;
      process.env[variables(lane).dataDir] = product.dataDir;
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
