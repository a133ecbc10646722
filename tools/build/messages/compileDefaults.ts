import type { NodePath, PluginObj, types as Types } from '@babel/core';
import { compileMessage } from './compileMessage.ts';
import { messageRuntime } from './macros.ts';

/** A message found in a source, with the expressions that are in its numbered places. */
export type FoundMessage = { message: string; context: string | undefined; placeholders: Readonly<Record<string, string>> };

type Descriptor = FoundMessage & {
  values: Types.ObjectExpression | undefined;
  components: Types.Expression | undefined;
};

/**
 * Replaces the descriptors that Lingui's macros leave by compiled messages. A message is its own key in a catalogue, so no id
 * goes to the browser.
 */
export function compileDefaults(source: string, t: typeof Types, onMessage: (found: FoundMessage) => void): PluginObj {
  const read = (node: Types.Node | null | undefined): Descriptor | undefined => {
    if (!t.isObjectExpression(node)) return undefined;
    const property = (name: string) => {
      const found = node.properties.find((candidate) => t.isObjectProperty(candidate) && t.isIdentifier(candidate.key, { name }));
      return t.isObjectProperty(found) ? found.value : undefined;
    };
    const message = property('message');
    if (!t.isStringLiteral(message) || !property('id')) return undefined;
    const context = property('context');
    const values = property('values');
    const components = property('components');
    const given = t.isObjectExpression(values) ? values : undefined;
    const found = {
      message: message.value,
      context: t.isStringLiteral(context) ? context.value : undefined,
      placeholders: given ? placeholdersOf(given, source, t) : {},
    };
    onMessage(found);
    return {
      ...found,
      values: given,
      components: t.isExpression(components) ? components : undefined,
    };
  };
  const compiled = ({ message }: Descriptor) => t.valueToNode(compileMessage(message));
  return {
    visitor: {
      Program: {
        exit(program) {
          const imported = runtimeImports(program, t);
          const locals = new Map(messageRuntime.names.map((name) => [name, program.scope.generateUid(name)]));
          const used = new Set<string>();
          const local = (name: string) => {
            used.add(name);
            return locals.get(name) ?? name;
          };
          const call = (descriptor: Descriptor) => {
            const context = descriptor.context === undefined ? [] : [t.stringLiteral(descriptor.context)];
            const values = descriptor.values ? [descriptor.values] : context.length > 0 ? [t.objectExpression([])] : [];
            return t.callExpression(t.identifier(local('t')), [compiled(descriptor), ...values, ...context]);
          };
          program.traverse({
            CallExpression(path) {
              const { callee, arguments: given } = path.node;
              if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.object) || imported.get(callee.object.name) !== 'i18n') return;
              const descriptor = read(given[0]);
              path.replaceWith(descriptor ? call(descriptor) : t.callExpression(t.identifier(local('t')), given));
            },
            JSXElement(path) {
              const { name, attributes } = path.node.openingElement;
              if (!t.isJSXIdentifier(name) || imported.get(name.name) !== 'Trans') return;
              const spread = attributes.find((attribute) => t.isJSXSpreadAttribute(attribute));
              const descriptor = read(spread?.argument);
              if (!descriptor) return;
              const isChild = path.parentPath.isJSXElement() || path.parentPath.isJSXFragment();
              if (!descriptor.components && !descriptor.values) {
                const text = call(descriptor);
                path.replaceWith(isChild ? t.jsxExpressionContainer(text) : text);
                return;
              }
              const attribute = (key: string, value: Types.Expression | undefined) =>
                value ? [t.jsxAttribute(t.jsxIdentifier(key), t.jsxExpressionContainer(value))] : [];
              const props = [
                ...attribute('message', compiled(descriptor)),
                ...attribute('values', descriptor.values),
                ...attribute('components', descriptor.components),
                ...attribute('context', descriptor.context === undefined ? undefined : t.stringLiteral(descriptor.context)),
              ];
              path.replaceWith(t.jsxElement(t.jsxOpeningElement(t.jsxIdentifier(local('Trans')), props, true), null, []));
            },
            // What `msg` leaves.
            ObjectExpression(path) {
              if (!path.node.leadingComments?.some(({ value }) => /^\*? *i18n *$/.test(value))) return;
              const descriptor = read(path.node);
              if (!descriptor) return;
              path.node.leadingComments = [];
              if (!descriptor.values && descriptor.context === undefined) {
                path.replaceWith(compiled(descriptor));
                return;
              }
              const property = (key: string, value: Types.Expression) => t.objectProperty(t.identifier(key), value);
              path.replaceWith(
                t.objectExpression([
                  property('message', compiled(descriptor)),
                  ...(descriptor.values ? [property('values', descriptor.values)] : []),
                  ...(descriptor.context === undefined ? [] : [property('context', t.stringLiteral(descriptor.context))]),
                ]),
              );
            },
          });
          if (used.size > 0) program.unshiftContainer('body', importOf(t, used, locals));
        },
      },
    },
  };
}

/** The expressions that became numbers, as the source has them. */
function placeholdersOf({ properties }: Types.ObjectExpression, source: string, t: typeof Types): Record<string, string> {
  return Object.fromEntries(
    properties.flatMap((property): [string, string][] => {
      if (!t.isObjectProperty(property) || !(t.isNumericLiteral(property.key) || t.isStringLiteral(property.key))) return [];
      const { start, end } = property.value;
      if (typeof start !== 'number' || typeof end !== 'number') return [];
      return [[String(property.key.value), source.slice(start, end).replace(/\s+/g, ' ')]];
    }),
  );
}

/** Removes the imports that the macros added; returns what they imported by local name. */
function runtimeImports(program: NodePath<Types.Program>, t: typeof Types): Map<string, string> {
  const imported = new Map<string, string>();
  for (const statement of program.get('body')) {
    if (!statement.isImportDeclaration() || statement.node.source.value !== messageRuntime.module) continue;
    for (const specifier of statement.get('specifiers')) {
      const { node } = specifier;
      if (!t.isImportSpecifier(node) || !t.isIdentifier(node.imported) || !node.local.name.startsWith('_')) continue;
      imported.set(node.local.name, node.imported.name);
      specifier.remove();
    }
    if (statement.node.specifiers.length === 0) statement.remove();
  }
  return imported;
}

function importOf(t: typeof Types, used: ReadonlySet<string>, locals: ReadonlyMap<string, string>): Types.ImportDeclaration {
  return t.importDeclaration(
    [...used].sort().map((name) => t.importSpecifier(t.identifier(locals.get(name) ?? name), t.identifier(name))),
    t.stringLiteral(messageRuntime.module),
  );
}
