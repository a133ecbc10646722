import type { Compiler } from '@rspack/core';

/**
 * A remote that is tried again gets an entry address with a query of its own. Its chunks take the same query: a request for
 * the address of one that still hangs would wait for that one.
 */
export class ChunkQueryPlugin {
  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    class ChunkQueryRuntimeModule extends RuntimeModule {
      constructor() {
        super('address query', RuntimeModule.STAGE_ATTACH);
      }

      override generate(): string {
        const getFileName = RuntimeGlobals.getChunkScriptFilename;
        return `var query = document.currentScript && new URL(document.currentScript.src).search;\nif (query) { var plain = ${getFileName}; ${getFileName} = function (id) { return plain(id) + query; }; }`;
      }
    }
    compiler.hooks.compilation.tap('FreshAddress', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('FreshAddress', (chunk, requirements) => {
        requirements.add(RuntimeGlobals.getChunkScriptFilename);
        compilation.addRuntimeModule(chunk, new ChunkQueryRuntimeModule());
      });
    });
  }
}
