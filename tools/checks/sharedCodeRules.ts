import type { Rule } from 'eslint';

/** A lint rule that reports every node one of the selectors matches (esquery syntax). */
function forbid(selectors: readonly string[], message: string): Rule.RuleModule {
  return {
    meta: { type: 'problem', messages: { forbidden: message }, schema: [] },
    create: (context) =>
      Object.fromEntries(selectors.map((selector) => [selector, (node: Rule.Node) => context.report({ node, messageId: 'forbidden' })])),
  };
}

/** A comparison with one named role; comparing two variables, such as the selected option, decides nothing. */
const roleComparison = 'BinaryExpression[operator=/^[!=]==?$/]:has(> Literal)';
/** What `navigator` has on pages with https only. */
const secureParts = '/^(clipboard|locks|mediaDevices|serviceWorker|storage|wakeLock|share|canShare|credentials|bluetooth|usb)$/';
const toasterError = "CallExpression[callee.object.name='toaster'][callee.property.name='error']";
const shownText = "MemberExpression[property.name='userMessage']";
const titleOfFormError =
  `JSXElement:has(> JSXExpressionContainer:has(${shownText})) > ` +
  "JSXOpeningElement[name.name='FormError'] > JSXAttribute[name.name='title']";
const errorNames = '/(error|failure)$/i';

/** Rules that keep formatting, permissions, backend calls and error texts in the one place made for them; eslint.config.ts says where each holds. */
export const sharedCodeRules: Record<string, Rule.RuleModule> = {
  'formats-in-domain': forbid(
    [
      "MemberExpression[object.name='Intl']",
      "TSQualifiedName[left.name='Intl']",
      'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
    ],
    'Format with @masomo/domain/time, number or money, so that dates and numbers look the same everywhere.',
  ),
  'permissions-not-roles': forbid(
    [
      `${roleComparison} > MemberExpression[property.name='role']`,
      `${roleComparison} > ChainExpression > MemberExpression[property.name='role']`,
      `${roleComparison} > Identifier[name='role']`,
    ],
    'Ask for a permission (<Allowed to>, useIsAllowed) instead of comparing roles; shared/domain/src/permissions.ts lists them.',
  ),
  'backend-calls-in-shared': forbid(
    [
      'CallExpression[callee.property.name=/^(from|rpc)$/][callee.object.name!=/^(Array|Buffer|Iterator|[A-Z][a-z0-9]+Array)$/]',
      "MemberExpression[property.name='storage'][object.name!='navigator']",
      "CallExpression[callee.name='fetch']",
      "CallExpression[callee.property.name='fetch']",
      "NewExpression[callee.name='XMLHttpRequest']",
    ],
    'Call the backend from a shared package (@masomo/data, auth, contracts), where errors are classified and rows are typed.',
  ),
  'effects-return-nothing-by-accident': forbid(
    [
      'CallExpression:matches([callee.name=/^use(Layout|Insertion)?Effect$/], [callee.property.name=/^use(Layout|Insertion)?Effect$/]) > ' +
        'ArrowFunctionExpression[body.type!=/^(BlockStatement|ArrowFunctionExpression|FunctionExpression)$/]:not([body.operator="void"])',
    ],
    'Put the body of an effect in braces: React calls whatever an effect returns as its clean-up, and breaks when that is not a function.',
  ),
  'secure-context-in-domain': forbid(
    [
      "MemberExpression[property.name=/^(randomUUID|subtle)$/]:matches([object.name='crypto'], [object.property.name='crypto'])",
      `MemberExpression[property.name=${secureParts}]:matches([object.name='navigator'], [object.property.name='navigator'])`,
      `VariableDeclarator[init.name='navigator'] > ObjectPattern > Property[key.name=${secureParts}]`,
      "MemberExpression[property.name='showSaveFilePicker']",
      'NewExpression[callee.name=/^(Notification|PaymentRequest)$/]',
    ],
    'Pages without https do not have it: use newId, copyText, mediaDevices … of @masomo/domain/secureContext, or withTabLock.',
  ),
  'outcomes-of-commands': forbid(
    [
      `${toasterError} > ObjectExpression:has(> Property[key.name='title']) > Property[key.name='description'] ${shownText}`,
      `Property[key.name='onError'] ${toasterError} > ObjectExpression > Property[key.name='title'] > TaggedTemplateExpression`,
      `${titleOfFormError} > Literal`,
      `${titleOfFormError} > JSXExpressionContainer > :not(CallExpression[callee.name='outcomeTitle'])`,
    ],
    'A lost answer is no failure: title it with failureMessage or outcomeTitle of @masomo/data, which tell failed, unknown and saved apart.',
  ),
  'classified-error-texts': forbid(
    [
      `MemberExpression[property.name='message'][object.name=${errorNames}]`,
      `MemberExpression[property.name='message'][object.property.name=${errorNames}]`,
    ],
    'Show `userMessage` of a DataError: the message of any other error is for logs.',
  ),
};
