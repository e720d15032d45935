// @vitest-environment node
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { readAnnotations } from './annotations.ts'

/** A questionnaire with two fields that are filled in, three that are not, and a note beside it. */
async function questionnaire(edit: (text: string) => string = (text) => text): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'LETTER', compress: false })
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((done) => document.on('end', () => done(Buffer.concat(parts))))
  document.on('data', (part: Buffer) => parts.push(part))
  document.font('Helvetica').text('Lender questionnaire', 72, 72)
  document.initForm()
  document.formText('name', 72, 110, 200, 20, { value: 'Prairie Sun LLC' })
  document.formText('rate', 72, 140, 200, 20, {})
  document.formCombo('state', 72, 170, 200, 20, { select: ['Texas', 'Ohio'], value: 'Ohio' })
  document.formCheckbox('agreed', 72, 200, 20, 20, {})
  document.note(320, 110, 20, 20, 'Please confirm the legal name.')
  document.end()
  return new Uint8Array(Buffer.from(edit((await whole).toString('latin1')), 'latin1'))
}

async function annotationsOf(data: Uint8Array) {
  const pdf = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise
  return readAnnotations((await pdf.getPage(1)) as never)
}

test('DOC-13 a form says how far it is filled in, and notes are read', async () => {
  const found = await annotationsOf(await questionnaire())
  expect(found).toMatchObject({ fields: 4, filled: 2, values: [] })
  expect(found.remarks).toEqual([{ page: 0, author: '', text: 'Please confirm the legal name.' }])
})

test('DOC-13 what was filled in without a picture of it is given to be written in its place', async () => {
  const found = await annotationsOf(
    await questionnaire((text) => text.replace('/NeedAppearances true', '/NeedAppearances false')),
  )
  expect(found.values.map(({ text }) => text)).toEqual(['Prairie Sun LLC', 'Ohio'])
  expect(found.values[0]?.rect).toEqual([72, 662, 272, 682])
})
