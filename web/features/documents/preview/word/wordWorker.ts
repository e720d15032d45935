import { answerCalls } from '../reading/workerCall.ts'
import { readDocx } from './docx.ts'

answerCalls((bytes: ArrayBuffer) => readDocx(new Uint8Array(bytes)))
