import type { Compiler } from '@rspack/core';

/**
 * Adds the query string of the entry script to the URLs of its chunks. A retried remote is loaded under a new query; without it,
 * the browser would queue a chunk's request behind an earlier one for the same URL that still hangs.
 */
export class ChunkQueryPlugin {
  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    class ChunkQueryRuntimeModule extends RuntimeModule {
      constructor() {
        super('chunk query', RuntimeModule.STAGE_ATTACH);
      }

      override generate(): string {
        const getFileName = RuntimeGlobals.getChunkScriptFilename;
        return `var query = document.currentScript && new URL(document.currentScript.src).search;\nif (query) { var plain = ${getFileName}; ${getFileName} = function (id) { return plain(id) + query; }; }`;
      }
    }
    compiler.hooks.compilation.tap('ChunkQueryPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ChunkQueryPlugin', (chunk, requirements) => {
        requirements.add(RuntimeGlobals.getChunkScriptFilename);
        compilation.addRuntimeModule(chunk, new ChunkQueryRuntimeModule());
      });
    });
  }
}
