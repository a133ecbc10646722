import { moduleCommand } from '../modules/moduleCommand.ts';

/** `npm run addon -- new <slug> "<Title>"` makes an add-on that builds and can be released; `remove <slug>` deletes it. */
await moduleCommand('addon', process.argv.slice(2));
