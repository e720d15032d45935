/** A word that STYLE.md bans, and what stands for it. */
export interface BannedWord {
  not: RegExp
  but: string
}

/** The table of STYLE.md, as far as a machine can tell: names and phrases that no file of the product has. */
export const BANNED: readonly BannedWord[] = [
  { not: /\bat once\b/, but: 'immediately, or at the same time' },
  { not: /\b(?:MOST|LEAST)(?:_[A-Z]+)*\b|\b[A-Z_]+_(?:MOST|LEAST)\b/, but: 'MAX_…, MIN_…' },
  { not: /\b(?:AGAIN_MS|PATIENCE\w*)\b/, but: 'RETRY_MS, TIMEOUT_MS' },
  {
    not: /\b(?:greet|awaitsWord|UNHELD|mendTraversal|mendAbove)\b/,
    but: 'startSession, awaitsContinue, UNSTORABLE, repair…',
  },
  {
    not: /\b(?:stillHolds|textLock|peopleWho|requireNewest)\b|\bexclusively\(/,
    but: 'reauthorise, advisoryLock, findPeople, assertRevision, withLock',
  },
  { not: /\b(?:OfficeKind|tableKind|keptIn)\b/, but: 'AdminResource, tableResource, tableWriter' },
  { not: /\b(?:partOfAll|firstOf)\(/, but: 'slicePage, limitOf' },
  {
    not: /\b(?:interface|type) (?:Held|Kept|Asked|Said|Sight|Pile)\b/,
    but: 'the thing: TextMatch, StoredChoice, LookupArguments, PermissionState, Viewport, FolderCount',
  },
  {
    not: /\b(?:tellAssignee|useSoon|FormulaFault|faultsByRow)\b|\bjudged\(|\bconflict\.meet\(/,
    but: 'notifyAssignee, useThrottledRefetch, FormulaError, formulaErrorsByRow, validate…, mergeNewer',
  },
  {
    not: /\bsettle(?:Restore|Interrupted|Killed|Traversal)\b|\b(?:place|copying)\.settle\(/,
    but: 'finishRestore, recordInterrupted, recordKilled, updateTraversal, flush, finish',
  },
  { not: /\bDoomed\b|\bstrangers' files\b/, but: 'documents to be deleted, untrusted files' },
  {
    not: /\bwas not taken\b|\bis not there any more\b|\bIt now reads\b/,
    but: 'skipped, no longer exists, Current values',
  },
]

/** One line for each banned word in a file, with what to write in its place. */
export const bannedIn = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, at) =>
    BANNED.flatMap(({ not, but }) => {
      const [found] = not.exec(line) ?? []
      return found === undefined ? [] : [`${file}:${at + 1} ${found}: ${but}`]
    }),
  )
