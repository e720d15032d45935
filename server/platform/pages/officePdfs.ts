import { createReadStream } from 'node:fs'
import { createOpener, type Opener } from '../confined/index.ts'
import type { MadePdf, Office } from '../office/index.ts'
import { type Content, headed } from './drawer.ts'
import { PAGE_PROCESS } from './limits.ts'
import {
  type OfficeFacts,
  type OfficeLayout,
  type OfficeTrait,
  officeRemarks,
  replacedFonts,
} from './officeFacts.ts'
import { MAY_PASS, REASONS } from './reasons.ts'

/** An Office file as it is stored. */
export interface OfficeFile extends Content {
  /** In lower case without the dot. */
  extension: string
}

/** A PDF of an Office file, and what its readers are told of it. */
export interface OfficePdf extends Content {
  layout: OfficeLayout
  /** Sentences (PAGE-04, PAGE-07). */
  remarks: readonly string[]
}

/** Or there is none, why in words for a person, and whether a later attempt may do better. */
export type MadeOfOffice<Used> = { used: Used } | { reason: string; mayPass: boolean }

export interface OfficePdfs extends Pick<Opener, 'close'> {
  /** Whether files are laid out by LibreOffice. */
  hasOffice(): Promise<boolean>
  /**
   * Makes a PDF of a file and gives it to `use`, after which it is gone.
   * @throws OpenerClosed, OfficeClosed, and the errors of the source and of `use`
   */
  make<Used>(file: OfficeFile, use: (pdf: OfficePdf) => Promise<Used>): Promise<MadeOfOffice<Used>>
}

const NEEDS_OFFICE = 'Pages of this kind of file need LibreOffice on the server.'
/** Files whose words and tables are read without LibreOffice (PAGE-04). */
const SIMPLIFIED: ReadonlySet<string> = new Set([
  'docx',
  'docm',
  'odt',
  'xlsx',
  'xlsm',
  'ods',
  'pptx',
  'pptm',
  'odp',
])

/** Makes PDFs of Office files: by LibreOffice where the operator has it, else of their words alone. */
export function createOfficePdfs(office: Office, limits = PAGE_PROCESS): OfficePdfs {
  const opener = createOpener(limits)

  const ask = async <Answer>(
    task: 'officeFacts' | 'pdfFonts',
    content: Content,
  ): Promise<{ answer: Answer } | { answer: null; reason: keyof typeof REASONS }> => {
    const opened = await opener.open({ task, ...content })
    return opened.answer === null ? opened : { answer: JSON.parse(opened.answer.toString('utf8')) as Answer }
  }
  const none = (reason: keyof typeof REASONS) => ({
    reason: REASONS[reason],
    mayPass: MAY_PASS.has(reason),
  })

  const byOffice = async <Used>(
    { extension, source }: OfficeFile,
    facts: { traits: readonly OfficeTrait[]; fonts: readonly string[] },
    use: (pdf: OfficePdf) => Promise<Used>,
  ): Promise<MadeOfOffice<Used>> => {
    const made = await office.toPdf({ extension, source }, async (pdf) => {
      const content = contentOf(pdf)
      // What is said of fonts is worth no failure.
      const { answer } = facts.fonts.length > 0 ? await ask<string[]>('pdfFonts', content) : { answer: null }
      const replaced = answer === null ? [] : replacedFonts(facts.fonts, answer)
      return use({
        ...content,
        layout: 'OFFICE',
        remarks: officeRemarks('OFFICE', facts.traits, replaced),
      })
    })
    if ('used' in made) return made
    return none(made.failure === 'FAILED' ? 'UNREADABLE' : made.failure)
  }
  const simplified = async <Used>(
    { extension, ...content }: OfficeFile,
    traits: readonly OfficeTrait[],
    use: (pdf: OfficePdf) => Promise<Used>,
  ): Promise<MadeOfOffice<Used>> => {
    if (!SIMPLIFIED.has(extension)) return { reason: NEEDS_OFFICE, mayPass: true }
    const opened = await opener.open({ task: 'officeSimplified', ...headed({ extension }, content) })
    if (opened.answer === null) return none(opened.reason)
    const bytes = opened.answer
    const used = await use({
      size: bytes.length,
      source: (write) => write(bytes),
      layout: 'SIMPLIFIED',
      remarks: officeRemarks('SIMPLIFIED', traits, []),
    })
    return { used }
  }

  return {
    hasOffice: office.isThere,
    async make(file, use) {
      const { extension, ...content } = file
      const facts = await ask<OfficeFacts>('officeFacts', headed({ extension }, content))
      if (facts.answer === null) return none(facts.reason)
      if ('refused' in facts.answer) {
        return none(facts.answer.refused === 'DAMAGED' ? 'UNREADABLE' : 'PROTECTED')
      }
      return (await office.isThere())
        ? byOffice(file, facts.answer, use)
        : simplified(file, facts.answer.traits, use)
    },
    close() {
      opener.close()
      office.close()
    },
  }
}

const contentOf = ({ path, size }: MadePdf): Content => ({
  size,
  source: async (write) => {
    for await (const chunk of createReadStream(path, { end: size - 1 })) await write(chunk as Buffer)
  },
})
