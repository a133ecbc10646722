import path from 'node:path';
import type { Rule } from 'eslint';
import { roomOf, testPackages } from '../rooms.ts';

const root = path.resolve(import.meta.dirname, '../..');
/**
 * The folder of screens that a remote's file belongs to: one folder below `src/` or a module's `screens/`, its `slots/` as one, or two folders in
 * the dashboard, which groups them.
 */
const screenFolderOf = (file: string) =>
  /^(?:mfe-dashboard\/src\/(shared|[^/]+\/[^/]+)|mfe-[a-z-]+\/src\/([^/]+)|(?:modules|addons)\/[a-z-]+\/(?:screens\/([^/]+)|(slots)))\//
    .exec(file)
    ?.slice(1)
    .find(Boolean);

function isAllowed(specifier: string, allowed: readonly string[]): boolean {
  return allowed.some((name) => specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`));
}

/** Why `file` may not import `specifier`, or null. Paths are relative to the repository's root. */
export function importProblem(file: string, specifier: string): string | null {
  const room = roomOf(file);
  if (!room) return `${file} belongs to no room; add its folder to tools/rooms.ts.`;
  const isBuildFile = /\/(rspack\.config|[a-z-]+\/build)\.ts$/.test(`/${file}`) || file.includes('/gallery/');
  if (isBuildFile) return null;
  const isTest = /\.test\.tsx?$/.test(file) || file.includes('/__tests__/');
  if (room.folder === '') return null;
  if (specifier.startsWith('.')) return relativeProblem(file, specifier, room.folder);
  if (isTest && isAllowed(specifier, testPackages)) return null;
  if (specifier.startsWith('@masomo/')) {
    const target = specifier.split('/')[1] ?? '';
    return room.rooms.includes(target) ? null : `${room.folder} may not import the room "${target}"; tools/rooms.ts lists what it may.`;
  }
  return isAllowed(specifier, room.packages)
    ? null
    : `${room.folder} may not import "${specifier}" directly; tools/rooms.ts lists what it may.`;
}

/** A module's jobs write its papers, and both read the shapes in its `data`. */
function isOfOwnModule(folder: string, target: string): boolean {
  const [, module = '', part] = /^((?:modules|addons)\/[^/]+)\/(jobs|papers)$/.exec(folder) ?? [];
  return module !== '' && (target.startsWith(`${module}/data/`) || (part === 'jobs' && target.startsWith(`${module}/papers/`)));
}

function relativeProblem(file: string, specifier: string, folder: string): string | null {
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  if (!target.startsWith(`${folder}/`) && !isOfOwnModule(folder, target))
    return `${folder} reaches outside its room with "${specifier}"; import the room by its package name.`;
  if (/^(modules|addons)\/[^/]+\/schema\//.test(target) && !folder.endsWith('/schema'))
    return `"${specifier}" belongs to the database; what a browser loads may not import it.`;
  const from = screenFolderOf(file);
  const to = screenFolderOf(target);
  const isShared = to === 'shared' || (to?.endsWith('/shared') && from?.startsWith(to.slice(0, -'shared'.length)));
  if (from && to && from !== to && !isShared && from !== 'shared') {
    return `The folder "${from}" may not import its sibling "${to}"; move what both need to the group's shared folder, the remote's shared folder or a shared room.`;
  }
  return null;
}

/** The ESLint rule that enforces the table in tools/rooms.ts. */
export const roomsRule: Rule.RuleModule = {
  meta: { type: 'problem', messages: { problem: '{{problem}}' }, schema: [] },
  create(context) {
    const file = path.relative(root, context.filename).split(path.sep).join('/');
    const check = (node: Rule.Node, specifier: unknown) => {
      if (typeof specifier !== 'string') return;
      const problem = importProblem(file, specifier);
      if (problem) context.report({ node, messageId: 'problem', data: { problem } });
    };
    return {
      ImportDeclaration: (node) => check(node as Rule.Node, node.source.value),
      ExportNamedDeclaration: (node) => node.source && check(node as Rule.Node, node.source.value),
      ExportAllDeclaration: (node) => check(node as Rule.Node, node.source.value),
      ImportExpression: (node) => node.source.type === 'Literal' && check(node as Rule.Node, node.source.value),
    };
  },
};
