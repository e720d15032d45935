import { answerCalls } from '../reading/workerCall.ts'
import { docxToHtml } from './docx.ts'

answerCalls((bytes: ArrayBuffer) => docxToHtml(new Uint8Array(bytes)))
