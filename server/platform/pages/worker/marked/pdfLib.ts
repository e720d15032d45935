import { createRequire } from 'node:module'
import type * as PdfLib from '@cantoo/pdf-lib'

const require = createRequire(import.meta.url)

/** What writes PDFs. It is a thousand files otherwise, and as one tree of these it starts in half the time. */
export const pdf = require('@cantoo/pdf-lib') as typeof PdfLib

/** What reads fonts for it. */
export const fontkit = require('fontkit') as Parameters<PdfLib.PDFDocument['registerFontkit']>[0]
