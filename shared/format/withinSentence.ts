/** What several records are called within a sentence: 'user groups', and 'O&M partners', which keep their capitals. */
export const withinSentence = ({ one, many }: { one: string; many: string }): string =>
  one.charAt(0) === many.charAt(0) ? many : many.charAt(0).toLowerCase() + many.slice(1)
