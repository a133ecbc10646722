import type { Compiler } from '@rspack/core';
import { entryEvent } from '@masomo/contracts/remoteEntry';

/**
 * Lets the shell load a screen's chunks as soon as the entry script has run, instead of when the rendered remote imports them.
 * Uses the bundler's own chunk loader, so integrity hashes still apply.
 */
export class ChunkPrefetchPlugin {
  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    class PrefetchRuntimeModule extends RuntimeModule {
      constructor() {
        super('chunk prefetch', RuntimeModule.STAGE_TRIGGER);
      }

      override generate(): string {
        const { require, getChunkScriptFilename: getFileName, ensureChunkHandlers: handlers } = RuntimeGlobals;
        const container = JSON.stringify(compiler.options.output.uniqueName);
        return `window.dispatchEvent(new CustomEvent(${JSON.stringify(entryEvent)}, { detail: { container: ${container}, run: function (files) {
  return Promise.all(Object.keys(${require}.sriHashes).filter(function (id) { return files.includes(${getFileName}(id).split("?")[0]); }).map(function (id) {
    var loading = []; ${handlers}.j(id, loading); return Promise.all(loading).catch(function () {});
  }));
} } }));`;
      }
    }
    compiler.hooks.compilation.tap('ChunkPrefetchPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ChunkPrefetchPlugin', (chunk, requirements) => {
        requirements.add(RuntimeGlobals.getChunkScriptFilename);
        requirements.add(RuntimeGlobals.ensureChunkHandlers);
        compilation.addRuntimeModule(chunk, new PrefetchRuntimeModule());
      });
    });
  }
}
