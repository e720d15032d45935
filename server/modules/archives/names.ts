/** Names of files that are made for an archive, no two of them the same where case is ignored. */
export function freeNames() {
  const used = new Set<string>()
  return {
    /** Of letters and figures of any script, the rest blanks. */
    safe: (name: string): string =>
      [
        ...name
          .normalize('NFC')
          .replaceAll(/[^\p{L}\p{N}.-]+/gu, ' ')
          .replaceAll(/^[. ]+|[. ]+$/gu, ''),
      ]
        .slice(0, 80)
        .join('') || 'Untitled',
    free(path: string): string {
      const [base, ending] = [path.slice(0, path.lastIndexOf('.')), path.slice(path.lastIndexOf('.'))]
      let free = path
      for (let number = 2; used.has(free.toLowerCase()); number += 1) free = `${base} (${number})${ending}`
      used.add(free.toLowerCase())
      return free
    },
  }
}
