import { describe, expect, it } from 'vitest';
import { parseGift } from './gift.ts';

const one = (text: string) => parseGift(text).questions.map(({ line: _, ...question }) => question)[0];

describe('GIFT', () => {
  it.each([
    ['Capital of Kenya? {=Nairobi ~Mombasa ~Kisumu}', { kind: 'single', options: ['Nairobi', 'Mombasa', 'Kisumu'], key: { right: [0] } }],
    ['Even? {~%50%2 ~%50%4 ~%-100%5}', { kind: 'several', options: ['2', '4', '5'], key: { right: [0, 1] } }],
    ['The sun is a star. {TRUE#Yes}', { kind: 'true_false', options: [], key: { right: true } }],
    ['2 + 2 = 5 {F}', { kind: 'true_false', options: [], key: { right: false } }],
    ['Who wrote it? {=Ngugi =Ngũgĩ wa Thiong’o}', { kind: 'text', options: [], key: { accepted: ['Ngugi', 'Ngũgĩ wa Thiong’o'] } }],
    ['Pi? {#3.14:0.01}', { kind: 'number', options: [], key: { value: 3.14, tolerance: 0.01 } }],
    ['Between? {#1..5}', { kind: 'number', options: [], key: { value: 3, tolerance: 2 } }],
    ['Half {#=0.5:0.1#near}', { kind: 'number', options: [], key: { value: 0.5, tolerance: 0.1 } }],
  ])('reads %s', (text, expected) => {
    expect(one(text)).toMatchObject(expected);
  });

  it('reads titles, comments, categories, missing words, escapes and general feedback', () => {
    const { questions, problems } = parseGift(
      '\uFEFF// A comment\n$CATEGORY: Top\n\n::Q1::[html]Water is H{=2 ~3 #no\n~4}O ####Two of hydrogen.\r\n\r\nWhat is \\{x\\: 1 \\= 1\\}? {=a\\~b ~c}',
    );
    expect(problems).toEqual([]);
    expect(questions).toMatchObject([
      { line: 4, wording: 'Water is H ____ O ####Two of hydrogen.', options: ['2', '3', '4'] },
      { line: 7, wording: 'What is {x: 1 = 1}?', options: ['a~b', 'c'] },
    ]);
    expect(one('Sky? {=blue ~green ####Look up.}')).toMatchObject({ explanation: 'Look up.' });
  });

  it.each([
    ['Tell us {}', 'essay'],
    ['Only text', 'no-answers'],
    ['Broken {=a ~b', 'unclosed'],
    ['Match {=a -> 1 =b -> 2}', 'matching'],
    ['None {~a ~b}', 'no-right'],
    ['Twice {=a ~a}', 'choices'],
    ['All {~%50%a ~%50%b}', 'all-right'],
    ['Partly {=%50%a =b}', 'partly-right'],
    ['Number {#x}', 'number'],
  ])('names the line of what it cannot read: %s', (text, fault) => {
    expect(parseGift(`Good? {T}\n\n\n${text}\n`)).toMatchObject({ questions: [{ line: 1 }], problems: [{ line: 4, fault }] });
  });
});
