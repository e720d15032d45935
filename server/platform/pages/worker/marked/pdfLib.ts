import { createRequire } from 'node:module'
import type * as PdfLib from '@cantoo/pdf-lib'

const require = createRequire(import.meta.url)

/** What writes PDFs. It is a thousand files otherwise, and as one tree of these it starts in half the time. */
export const pdf = require('@cantoo/pdf-lib') as typeof PdfLib

/** A name as PDFs write it. */
export const name = (text: string): PdfLib.PDFName => pdf.PDFName.of(text)

/** What reads fonts for it. */
export const fontkit = require('fontkit') as Parameters<PdfLib.PDFDocument['registerFontkit']>[0]
