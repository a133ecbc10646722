import { readFileSync } from 'node:fs';
import path from 'node:path';
import { trackedFiles } from './trackedFiles.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Where the English was read a second time. Migrations, and the data of the baseline, stay as they were. */
const rewritten = /^(?!supabase\/(migrations|seed|tests\/baseline)\/|addons\/[^/]+\/demo\.sql$)/;

/**
 * Retired names and phrases with their replacements (see the glossary in CONTRIBUTING.md). Matched as whole words; identifiers are
 * case-sensitive, phrases are not. Some are retired in certain files only.
 */
export const bannedTerms: readonly (readonly [pattern: RegExp, instead: string, onlyIn?: RegExp])[] = [
  [/\bunderWay\b|\bunder[ _]way\b/i, 'inFlight'],
  [/\b(local)?aids\b/i, 'devTools'],
  [/\bcatcher\b/i, 'smtpSink'],
  [/\b[a-z]*[pP]atience\b/, 'timeoutMs or retryDelayMs'],
  [/\bopenOutlet\b/, 'mountRemote'],
  [/\b(firstCandidate|nextCandidate)\b/, 'fallbackVersions'],
  [/\bwelcome\(/, 'markHealthy'],
  [/\bforgive\b/, 'resetFailures'],
  [/\bjoinRing\b|\baddRing\b/, 'syncCohort'],
  [/\b(add)?[rR]eleaseDoor\b/, 'releaseApi'],
  [/\bsteer(s|ed|ing)?\b/i, 'releaseCommands, or to control'],
  [/\blocalDesk\b|\bhostedDesk\b/, 'localAdmin, hostedAdmin'],
  [/\bby?standers\b/i, 'isolation'],
  [/\blanes?\b/i, 'concurrency'],
  [/\buseAsked\w*|\bAskedAnew\b|\bAskingDialog\b/, 'useListParams, RemountOnNavigate, UnsavedChangesDialog'],
  [/\buseAfterPicture\b|\buseSeen\b|\buseSteadyCalls\b/, 'useAfterPaint, useInView, useStableCallbacks'],
  [/\breadOrKept\b|\bsendUnsent\b/, 'networkFirst, createOutbox'],
  [/\bseenCart\b|\b[kK]eptCart\b/, 'lastSyncedCart, cartSync'],
  [/\bfreshenForNavigation\b|\bdistrustRegistry\b/, 'revalidateRegistry, invalidateRegistry'],
  [/\bkeepPresses\b|\bcatchUp\b/, 'captureEvents, replayEvents'],
  [/\bhow-?manieth\b/i, 'index'],
  [/\b\w+Letters?\b|\bletterWords\b/, 'emailTemplates'],
  // `diffWords` is a function of the package `diff`.
  [/\b(?!keywords\b|diffWords\b)[a-z]\w*Words\b/, 'labels'],
  [/\bsigns? of waiting\b/i, 'spinner'],
  [/\b(is|are|be|was|were|been|being) drawn\b|\bdrawn (anew|again|by|as|in|on|with)\b/i, 'rendered'],
  [/\basked for (again|anew)\b/i, 'retried'],
  [/\banew\b/i, 'again'],
  [/\bthe answer of\b|\banswers? (with|by) (a )?\d{3}\b/i, 'response, responds'],
  [/^#+ (the picture|the rooms|what bites|given up)$/im, 'Architecture, Project layout, Consequences, Alternatives considered'],
  [/\bwhoever\b/i, 'anyone who, or the person meant', rewritten],
  // A screen says so, and its test repeats it.
  [/\bmeanwhile\b(?!'\))/i, 'in the meantime', rewritten],
  [/\bstands? (?:in(?! for)|on|there|beside|below|above|before|after)\b/i, 'is, or are', rewritten],
  [/\b(const|let) (wanted|held|asked|theirs)\b|\((wanted|held|asked|theirs)[:,)]/, 'a name for the thing itself', rewritten],
  [
    /^ {2}(wanted|held|asked|theirs) (constant )?[a-z]|[(,] ?(wanted|held|asked|theirs) [a-z]+[,)]/,
    'a name for the thing itself',
    /^(supabase\/schemas|addons\/[^/]+\/schema)\//,
  ],
  [/\bfollowFeatures\b|\bwhenAddons\b/, 'startFeatureSync, startAfterFirstScreen'],
  [/\bkept_?[sS]ums\b/, 'stored_sums', rewritten],
  [/\bsecureFeatures\b/, 'secureContext'],
  [/\b[pP]lanFeatures\b|\bfeature (list|lines?) of (a|an|the) (plan|add-on)\b/, 'bullets'],
  [/\b(require|audit)_feature\b|\b(platform|global) features?\b|\bfeature (flags?|switch(es)?)\b/i, 'flag', rewritten],
  [/\bfeature folders?\b|\bsibling features?\b/i, 'folder of screens'],
  [/\blearners?\b(?! (outcomes?|profile))/i, 'student'],
];

/** Files that must mention these terms: this list, its test, the glossary, and the column titles of files that schools bring. */
const exempt = /^(tools\/checks\/bannedTerms(\.test)?\.ts|CONTRIBUTING\.md|shared\/domain\/src\/studentTitles\.ts)$/;
const textFile = /\.(ts|tsx|mjs|js|sql|md|json|ya?ml|toml|html|sh)$/;

export type Finding = { file: string; line: number; text: string; instead: string };

/** Every use of a banned term in the files that git tracks. */
export function findBannedTerms(files: readonly string[] = trackedFiles()): Finding[] {
  return files
    .filter((file) => textFile.test(file) && !exempt.test(file))
    .flatMap((file) => findInText(file, `${file}\n${readFileSync(path.join(root, file), 'utf8')}`));
}

/** The banned terms in a file's text, whose first line is the file's own path. */
export function findInText(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) =>
    bannedTerms.flatMap(([pattern, instead, onlyIn]) => {
      const found = onlyIn && !onlyIn.test(file) ? undefined : pattern.exec(line)?.[0];
      return found ? [{ file, line: index, text: found.trim(), instead }] : [];
    }),
  );
}
