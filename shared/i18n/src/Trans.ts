import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { lookUp } from './language.ts';
import { formatMessage, type Message, type Values } from './messages.ts';

type TransProps = {
  message: Message;
  values?: Values;
  /** Elements that the message names by number: `<0>text</0>` or `<1/>`. */
  components?: Readonly<Record<string, ReactElement>>;
  context?: string;
};

const tags = /<(\/?)(\d+)(\/?)>/;

/** A text with elements in it, in the current language. The build makes it of the macro of the same name. */
export function Trans({ message, values = {}, components = {}, context }: TransProps): ReactNode {
  const levels: { name: string; children: ReactNode[] }[] = [{ name: '', children: [] }];
  const add = (node: ReactNode) => levels.at(-1)?.children.push(node);
  const render = (name: string, children: ReactNode[]) => {
    const element = components[name];
    return element ? cloneElement(element, {}, ...children) : children;
  };
  const close = () => {
    const level = levels.pop();
    if (level) add(render(level.name, level.children));
  };
  const onText = (text: string) => {
    const pieces = text.split(tags);
    for (let index = 0; index < pieces.length; index += 4) {
      if (pieces[index]) add(pieces[index]);
      const name = pieces[index + 2];
      if (name === undefined) continue;
      if (pieces[index + 1]) close();
      else if (pieces[index + 3]) add(render(name, []));
      else levels.push({ name, children: [] });
    }
  };
  formatMessage(lookUp(message, context), values, onText, (value) => add(value as ReactNode));
  while (levels.length > 1) close();
  return createElement(Fragment, null, ...(levels[0]?.children ?? []));
}
