import { isPseudo } from '@masomo/tools/build/messages/pseudoText.ts';
import { instances, variables } from './instances.ts';
import { startProduct, type Product } from '@masomo/tools/browser/startProduct.ts';

/** Starts a product for each instance, unless E2E_BASE_URL names a running one, and stops them after the last test. */
export default async function startProducts(): Promise<() => Promise<void>> {
  if (process.env['E2E_BASE_URL']) return async () => undefined;
  const products: Product[] = [];
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
  try {
    for (const instance of isPseudo ? (['reading'] as const) : instances) {
      const product = await startProduct();
      products.push(product);
      process.env[variables(instance).baseUrl] = product.baseUrl;
      process.env[variables(instance).dataDir] = product.dataDir;
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
