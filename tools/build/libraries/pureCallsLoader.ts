/** Marks React's wrappers of components as free of side effects and drops the names that only its tools show, so that what nobody imports can go. */
export default function pureCallsLoader(source: string): string {
  return source
    .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ ')
    .replace(/^\w+\.displayName = "\w+";$/gm, '');
}
