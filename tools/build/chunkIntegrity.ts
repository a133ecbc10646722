import { rspack, type Compiler } from '@rspack/core';

const hashTable = /(\.sriHashes\s*=\s*\{)([^}]*)(\})/g;

/** Orders the entries of the table of hashes that the integrity plugin writes in any order. */
export function sortHashTables(source: string): string {
  return source.replace(hashTable, (_, open: string, entries: string, close: string) => {
    const sorted = entries
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    return open + sorted.join(',') + close;
  });
}

/** Runs while the table still holds placeholders, before names and hashes are made from the content. */
class SortedHashTablesPlugin {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.compilation.tap('SortedHashTables', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'SortedHashTables', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, (assets) => {
        for (const [name, asset] of Object.entries(assets)) {
          const text = name.endsWith('.js') ? asset.source().toString() : '';
          if (text.includes('.sriHashes')) compilation.updateAsset(name, new sources.RawSource(sortHashTables(text)));
        }
      });
    });
  }
}

/**
 * The loader in an entry script knows the hash of every chunk it may load. The registry vouches for the entry, the entry for
 * the rest: a script that was changed on its way is refused.
 */
export function chunkIntegrity() {
  return [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }), new SortedHashTablesPlugin()];
}
