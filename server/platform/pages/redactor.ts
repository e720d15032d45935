import { createOpener, type Opener } from '../confined/index.ts'
import { type AskedRedaction, type RedactionAnswer, readAsked } from './asked.ts'
import { headed, type PagedFile, PDF_HEAD } from './drawer.ts'
import { REDACTION_PROCESS } from './limits.ts'
import { REASONS } from './reasons.ts'

/** A file without what lies in areas, and what is to be known of it; or none, and why in one sentence. */
export type RedactedPdf = { pdf: Buffer; remarks: readonly string[] } | { pdf: null; reason: string }

export interface Redactor extends Pick<Opener, 'close'> {
  /**
   * The file as a PDF in which areas are removed, and which was read again (REDACT-10 to REDACT-17).
   * @throws OpenerClosed, OpenerBroken, and the error of the source
   */
  redact(file: PagedFile, asked: Omit<AskedRedaction, 'kind'>): Promise<RedactedPdf>
}

const TOO_LONG: ReadonlySet<string> = new Set(['TIME', 'MEMORY', 'CRASH'])
/** Remarks that are kept, and characters of one. */
const MAX_REMARKS = 500
const MAX_LENGTH = 300

/** Redacts files where they can do no harm, one after the other, in a process of its own. */
export function createRedactor(limits = REDACTION_PROCESS): Redactor {
  const opener = createOpener(limits)
  return {
    redact: async ({ kind, size, source }, asked) => {
      const opened = await opener.open({ task: 'redact', ...headed({ kind, ...asked }, { size, source }) })
      if (opened.answer === null) {
        const { reason } = opened
        return { pdf: null, reason: TOO_LONG.has(reason) ? 'It takes too long to redact.' : REASONS[reason] }
      }
      const { failure, remarks, pdf } = readAnswer(opened.answer)
      if (failure !== null) return { pdf: null, reason: failure.slice(0, MAX_LENGTH) }
      if (!pdf.subarray(0, PDF_HEAD.length).equals(PDF_HEAD)) return { pdf: null, reason: REASONS.UNREADABLE }
      return { pdf, remarks: remarks.slice(0, MAX_REMARKS).map((remark) => remark.slice(0, MAX_LENGTH)) }
    },
    close: opener.close,
  }
}

/** The answer of a process that is trusted no more than its file. */
function readAnswer(answer: Buffer): RedactionAnswer & { pdf: Buffer } {
  try {
    const { asked, file } = readAsked<Partial<Record<keyof RedactionAnswer, unknown>>>(answer)
    const { failure, remarks } = asked
    const isWellFormed =
      (failure === null || typeof failure === 'string') &&
      Array.isArray(remarks) &&
      remarks.every((remark): remark is string => typeof remark === 'string')
    if (isWellFormed) return { failure, remarks, pdf: file }
  } catch {
    // Said below.
  }
  return { failure: REASONS.UNREADABLE, remarks: [], pdf: Buffer.alloc(0) }
}
