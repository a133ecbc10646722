import { translatable } from '@masomo/domain/translatable';

export const choiceNames: readonly string[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** The titles of a question's choices, in the files that come in and go out. */
export const choiceTitles: Readonly<Record<string, string>> = {
  a: translatable('Choice A'),
  b: translatable('Choice B'),
  c: translatable('Choice C'),
  d: translatable('Choice D'),
  e: translatable('Choice E'),
  f: translatable('Choice F'),
  g: translatable('Choice G'),
  h: translatable('Choice H'),
  i: translatable('Choice I'),
  j: translatable('Choice J'),
};
