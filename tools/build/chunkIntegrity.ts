import { rspack, type Compiler } from '@rspack/core';

const hashTable = /(\.sriHashes\s*=\s*\{)([^}]*)(\})/g;

/** Sorts the hash table by chunk id, because the integrity plugin's order varies and builds must be reproducible. */
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

/** Runs while the table still holds placeholders, before content hashes and file names are computed. */
class SortedHashTablesPlugin {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.compilation.tap('SortedHashTablesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'SortedHashTablesPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        (assets) => {
          for (const [name, asset] of Object.entries(assets)) {
            const text = name.endsWith('.js') ? asset.source().toString() : '';
            if (text.includes('.sriHashes')) compilation.updateAsset(name, new sources.RawSource(sortHashTables(text)));
          }
        },
      );
    });
  }
}

/**
 * Subresource integrity for chunks: the registry holds the entry script's hash and the entry script those of all its chunks, so
 * the browser rejects a script that was modified in transit.
 */
export function chunkIntegrity() {
  return [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }), new SortedHashTablesPlugin()];
}
