import type { Rule } from 'eslint';

/** A part of the syntax tree; ESLint's own types know no JSX. */
type Part = { type: string; parent?: unknown };
const part = (of: object, name: string): Part => Reflect.get(of, name);

/** Attributes and properties that people read or hear. */
const readByPeople =
  /^(title|label|placeholder|alt|heading|description|hint|aria-(label|description|placeholder|roledescription|valuetext))$/;
/** Elements whose content is a message already, or the same in every language. */
const withoutTexts = /^(Trans|code|kbd|style|script)$/;

/** Whether people read a text as words, which the path of an address is not. */
const isReadable = (text: unknown): boolean => typeof text === 'string' && /\p{L}/u.test(text) && !/^\/[\w/-]*$/.test(text);

/** The readable literals that an expression may turn out to be. */
function literalsOf(expression: Part): Part[] {
  const among = (...names: string[]) => names.flatMap((name) => literalsOf(part(expression, name)));
  switch (expression.type) {
    case 'Literal':
      return isReadable(Reflect.get(expression, 'value')) ? [expression] : [];
    case 'TemplateLiteral': {
      const quasis: { value: { raw: string } }[] = Reflect.get(expression, 'quasis');
      return quasis.some(({ value }) => isReadable(value.raw)) ? [expression] : [];
    }
    case 'ConditionalExpression':
      return among('consequent', 'alternate');
    case 'LogicalExpression':
      return Reflect.get(expression, 'operator') === '&&' ? among('right') : among('left', 'right');
    case 'BinaryExpression':
      return Reflect.get(expression, 'operator') === '+' ? among('left', 'right') : [];
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return among('expression');
    default:
      return [];
  }
}

/** The name of an identifier or of a quoted property. */
const nameOf = (name: Part): string => String(Reflect.get(name, 'name') ?? Reflect.get(name, 'value') ?? '');

function isWithoutTexts(node: Part): boolean {
  for (let above = part(node, 'parent'); above; above = part(above, 'parent'))
    if (above.type === 'JSXElement' && withoutTexts.test(nameOf(part(part(above, 'openingElement'), 'name')))) return true;
  return false;
}

/** Reports texts of components that are no messages and so stay English in every language. */
export const textsAreMessages: Rule.RuleModule = {
  meta: { type: 'problem', messages: { literal: 'Write it as a message (<Trans>, t`…`): people read it in their language.' }, schema: [] },
  create(context) {
    const report = (literal: Part) => context.report({ loc: Reflect.get(literal, 'loc'), messageId: 'literal' });
    const readValue = (node: Part, name: Part) => {
      const value: Part | null = part(node, 'value');
      if (value && readByPeople.test(nameOf(name))) literalsOf(value).forEach(report);
    };
    return {
      JSXText(node: Part) {
        if (isReadable(Reflect.get(node, 'value')) && !isWithoutTexts(node)) report(node);
      },
      JSXExpressionContainer(node: Part) {
        if (/^JSX(Element|Fragment)$/.test(part(node, 'parent').type) && !isWithoutTexts(node)) literalsOf(node).forEach(report);
      },
      JSXAttribute(node: Part) {
        readValue(node, part(node, 'name'));
      },
      Property(node: Part) {
        if (!Reflect.get(node, 'computed')) readValue(node, part(node, 'key'));
      },
    };
  },
};
