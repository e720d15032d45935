import { answer, NONE, READY, readOrders } from '../frames.ts'
import { imageThumbnail } from './image.ts'
import { pdfThumbnail } from './pdf.ts'

// The process that opens what strangers have uploaded. It gets one file after the other on its standard input and
// answers each on its standard output; it has no address of anything, and may be killed at any moment.

// Standard output is for answers alone, whatever a library has to say.
for (const method of ['log', 'info', 'debug', 'warn', 'error'] as const) console[method] = () => {}

answer(process.stdout, READY)
for await (const { kind, bytes } of readOrders(process.stdin)) {
  try {
    answer(process.stdout, kind === 'pdf' ? await pdfThumbnail(bytes) : await imageThumbnail(bytes))
  } catch {
    answer(process.stdout, NONE)
  }
}
