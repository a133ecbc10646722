import { isPseudo } from '@masomo/tools/build/messages/pseudoText.ts';
import { instances, readingFiles, variables, type Instance } from './instances.ts';
import { startProduct, type Product } from '@masomo/tools/browser/startProduct.ts';

/** The instances that the files named in E2E_JOURNEYS run in; without it, all. */
function neededInstances(): readonly Instance[] {
  if (isPseudo) return ['reading'];
  const files = process.env['E2E_JOURNEYS']?.split(' ') ?? [];
  return instances.filter(
    (instance) => files.length === 0 || files.some((file) => readingFiles.test(`/${file}`) === (instance === 'reading')),
  );
}

/** Starts a product for each instance, unless E2E_BASE_URL names a running one, and stops them after the last test. */
export default async function startProducts(): Promise<() => Promise<void>> {
  if (process.env['E2E_BASE_URL']) return async () => undefined;
  const products: Product[] = [];
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
  try {
    for (const instance of neededInstances()) {
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
