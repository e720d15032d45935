/**
 * The order in which menus and strips of documents offer what can be done, by keys: what makes something new,
 * what opens and takes along, what changes, what tells more, and at the end what does harm.
 */
const GROUPS: readonly (readonly string[])[] = [
  ['new', 'files', 'folder', 'drop', 'stage-files', 'stage-folder'],
  [
    'open',
    'place',
    'select',
    'download',
    'download-staged',
    'marked-pdf',
    'zip',
    'zips',
    'copy',
    'versions',
    'favourite',
    'note',
  ],
  ['restore'],
  [
    'drop-version',
    'drop-move',
    'drop-permission',
    'rename',
    'rename-many',
    'move',
    'labels',
    'permissions',
    'access',
    'type',
    'numbering',
    'renumber',
    'redact',
    'find-marks',
  ],
  ['view-single', 'view-columns', 'view-history', 'view-favourites', 'view-new', 'dates', 'by-number'],
  ['copilot', 'file-index', 'access-log', 'change-log', 'mark', 'trace'],
  ['staged', 'bin'],
  ['delete', 'for-good'],
]

const HARM = GROUPS.length - 1

/** Group and place of a key; an unknown one comes last before what does harm. */
function rankOf(key: string): { group: number; place: number } {
  const group = GROUPS.findIndex((keys) => keys.includes(key))
  if (group < 0) return { group: HARM - 1, place: Number.MAX_SAFE_INTEGER }
  return { group, place: GROUPS[group]?.indexOf(key) ?? 0 }
}

/** The same entries in that order, with a rule above each group. */
export function inOrder<Entry extends { readonly key: string }>(
  entries: readonly Entry[],
): (Entry & { divider: boolean })[] {
  const ranked = entries
    .map((entry) => ({ entry, ...rankOf(entry.key) }))
    .sort((a, b) => a.group - b.group || a.place - b.place)
  return ranked.map(({ entry, group }, at) => ({
    ...entry,
    divider: at > 0 && ranked[at - 1]?.group !== group,
  }))
}
