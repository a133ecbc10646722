import { moduleCommand } from '../modules/moduleCommand.ts';

/** `npm run module -- new <slug> "<Title>"` makes a module that builds and can be released; `remove <slug>` deletes it. */
await moduleCommand('module', process.argv.slice(2));
