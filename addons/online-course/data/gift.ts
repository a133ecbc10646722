import type { NewQuestion } from './questions.ts';

/** Why a question of a file is not brought. */
export type GiftFault = 'unclosed' | 'no-answers' | 'essay' | 'matching' | 'no-right' | 'all-right' | 'partly-right' | 'number' | 'choices';
export type GiftProblem = { line: number; fault: GiftFault };
export type GiftFile = { questions: (NewQuestion & { line: number })[]; problems: GiftProblem[] };

class Fault extends Error {
  readonly fault: GiftFault;
  constructor(fault: GiftFault) {
    super(fault);
    this.fault = fault;
  }
}

// Escaped signs leave the text until it has been taken apart.
const signs = '~=#{}:\\';
const hidden = (sign: string) => String.fromCharCode(0xe000 + signs.indexOf(sign));
const hide = (text: string) => text.replace(/\\([~=#{}:\\])/g, (_, sign: string) => hidden(sign));
const plain = (text: string) =>
  text
    .replace(/[\uE000-\uE006]/g, (sign) => signs[sign.charCodeAt(0) - 0xe000] ?? '')
    .replace(/\\n/g, '\n')
    .replace(/^\s*\[(?:html|markdown|plain|moodle)\]/, '')
    .trim();

/** Reads questions in the GIFT format, separated by empty lines. A question that cannot be marked is a problem at its line. */
export function parseGift(file: string): GiftFile {
  const questions: GiftFile['questions'] = [];
  const problems: GiftProblem[] = [];
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  let block: string[] = [];
  let start = 1;
  const close = () => {
    const text = block.join('\n');
    if (text.trim() !== '')
      try {
        questions.push({ ...parseQuestion(hide(text)), line: start });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        problems.push({ line: start, fault: error.fault });
      }
    block = [];
  };
  lines.forEach((line, index) => {
    if (/^\s*(?:\/\/|\$CATEGORY)/.test(line)) return;
    if (line.trim() === '') {
      close();
      return;
    }
    if (block.length === 0) start = index + 1;
    block.push(line);
  });
  close();
  return { questions, problems };
}

function parseQuestion(block: string): NewQuestion {
  const text = block.replace(/^\s*::[\s\S]*?::/, '');
  const [open, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (open < 0 && end < 0) throw new Fault('no-answers');
  if (open < 0 || end < open) throw new Fault('unclosed');
  const [before, after] = [plain(text.slice(0, open)), plain(text.slice(end + 1))];
  const [answers = '', general = ''] = text.slice(open + 1, end).split('####');
  if (/[{}]/.test(answers)) throw new Fault('unclosed');
  const wording = after ? `${before} ____ ${after}` : before;
  if (!wording) throw new Fault('no-answers');
  return { ...parseAnswers(answers.trim()), wording, explanation: plain(general) };
}

type Answers = Pick<NewQuestion, 'kind' | 'options' | 'key'>;
type Choice = { isRight: boolean; weight: number | undefined; text: string };

function parseAnswers(text: string): Answers {
  if (text === '') throw new Fault('essay');
  const [, truth] = /^(t|true|f|false)\s*(?:#[\s\S]*)?$/i.exec(text) ?? [];
  if (truth) return { kind: 'true_false', options: [], key: { right: truth.toLowerCase().startsWith('t') } };
  if (text.startsWith('#')) return parseNumber(text.slice(1).trim());
  const choices = parseChoices(text);
  if (choices.some(({ text: choice }) => choice.includes('->'))) throw new Fault('matching');
  if (choices.length === 0 || choices.some(({ text: choice }) => choice === '')) throw new Fault('choices');
  const full = choices.filter(({ isRight, weight }) => isRight && (weight === undefined || weight === 100));
  if (choices.every(({ isRight }) => isRight)) {
    if (full.length < choices.length) throw new Fault('partly-right');
    return { kind: 'text', options: [], key: { accepted: full.map(({ text: accepted }) => accepted) } };
  }
  const options = choices.map(({ text: option }) => option);
  if (options.length > 10 || new Set(options).size < options.length) throw new Fault('choices');
  const rights = choices.flatMap(({ isRight, weight }, index) => ((weight ?? (isRight ? 100 : 0)) > 0 ? [index] : []));
  if (rights.length === 0) throw new Fault('no-right');
  if (rights.length === choices.length) throw new Fault('all-right');
  return { kind: rights.length === 1 ? 'single' : 'several', options, key: { right: rights } };
}

function parseChoices(text: string): Choice[] {
  return [...text.matchAll(/([=~])([^=~]*)/g)].map(([, sign, rest = '']) => {
    const [, weight, choice = ''] = /^\s*(?:%(-?[\d.]+)%)?([^#]*)/.exec(rest) ?? [];
    return { isRight: sign === '=', weight: weight === undefined ? undefined : Number(weight), text: plain(choice) };
  });
}

/** `3.14:0.01`, `1..5`, or one of them behind `=`. */
function parseNumber(text: string): Answers {
  const alternatives = text.split('=').filter((part) => part.trim() !== '');
  if (alternatives.length !== 1) throw new Fault('partly-right');
  const [written = ''] = (alternatives[0] ?? '').split('#');
  if (/%/.test(written) && !/^\s*%100%/.test(written)) throw new Fault('partly-right');
  const number = written.replace(/^\s*%100%/, '').trim();
  const [, low, high] = /^(-?[\d.]*?\d)\.\.(-?[\d.]+)$/.exec(number) ?? [];
  const [value, tolerance] =
    low !== undefined && high !== undefined
      ? [(Number(low) + Number(high)) / 2, (Number(high) - Number(low)) / 2]
      : [Number(number.split(':')[0] || Number.NaN), Number(number.split(':')[1] ?? 0)];
  if (!Number.isFinite(value) || !Number.isFinite(tolerance) || tolerance < 0) throw new Fault('number');
  return { kind: 'number', options: [], key: { value, tolerance } };
}
