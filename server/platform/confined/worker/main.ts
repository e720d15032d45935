import { answer, NONE, READY, readOrders, type Task } from '../frames.ts'

// The process that opens untrusted files. It gets one file after the other on its standard input and
// answers each on its standard output; it knows no address, and may be killed at any moment.

// Standard output is for answers only, whatever a library prints.
for (const method of ['log', 'info', 'debug', 'warn', 'error'] as const) console[method] = () => {}

/** What reads a file for the search. */
const searching = async (
  task: Exclude<Extract<Task, `search${string}`>, 'searchKeys'>,
): Promise<(bytes: Buffer) => Promise<Buffer>> =>
  (await import('../../searchText/worker/readers.ts')).searchIn(task)

/** The openers of files, each loaded with the first file of its kind. */
const OPENERS: Readonly<Record<Task, () => Promise<(bytes: Buffer) => Promise<Buffer>>>> = {
  image: async () => (await import('../../thumbnails/worker/image.ts')).imageThumbnail,
  avatar: async () => (await import('../../thumbnails/worker/image.ts')).avatarPicture,
  logo: async () => (await import('../../thumbnails/worker/image.ts')).logoPicture,
  cover: async () => (await import('../../thumbnails/worker/image.ts')).coverPicture,
  pdf: async () => (await import('../../thumbnails/worker/pdf.ts')).pdfThumbnail,
  xlsx: async () => (await import('../../spreadsheets/read/worker.ts')).readXlsx,
  csv: async () => (await import('../../spreadsheets/read/worker.ts')).readCsv,
  csvLines: async () => (await import('../../spreadsheets/read/worker.ts')).readCsvLines,
  pdfText: async () => (await import('../../documentText/worker.ts')).pdfText,
  kml: async () => (await import('../../kml/worker.ts')).readKml,
  docxText: async () => (await import('../../documentText/worker.ts')).docxText,
  searchPdf: () => searching('searchPdf'),
  searchWord: () => searching('searchWord'),
  searchWorkbook: () => searching('searchWorkbook'),
  searchSlides: () => searching('searchSlides'),
  searchOpenText: () => searching('searchOpenText'),
  searchOpenSheets: () => searching('searchOpenSheets'),
  searchOpenSlides: () => searching('searchOpenSlides'),
  searchText: () => searching('searchText'),
  searchHtml: () => searching('searchHtml'),
  searchMail: () => searching('searchMail'),
  searchOutlook: () => searching('searchOutlook'),
  searchKeys: async () => (await import('../../searchText/worker/readers.ts')).keysOfTexts,
  pdfSizes: async () => (await import('../../pages/worker/pdf.ts')).sizesOfPdf,
  pdfPage: async () => (await import('../../pages/worker/pdf.ts')).drawPdfPage,
  pictureSizes: async () => (await import('../../pages/worker/picture.ts')).pictureSizes,
  picturePage: async () => (await import('../../pages/worker/picture.ts')).drawPicture,
  setSizes: async () => (await import('../../pages/worker/set/index.ts')).setPageSizes,
  setPage: async () => (await import('../../pages/worker/set/index.ts')).drawSetPage,
  pagePlaces: async () => (await import('../../pages/worker/set/index.ts')).findPlaces,
  pageWords: async () => (await import('../../pages/worker/set/index.ts')).readWords,
  pageWebp: async () => (await import('../../pages/worker/mark.ts')).pictureOfPage,
  markSample: async () => (await import('../../pages/worker/mark.ts')).markSample,
  markedPdf: async () => (await import('../../pages/worker/marked/index.ts')).markedPdf,
  officeFacts: async () => (await import('../../pages/worker/office/facts.ts')).officeFacts,
  officeSimplified: async () => (await import('../../pages/worker/office/simplified.ts')).simplifiedPdf,
  pdfFonts: async () => (await import('../../pages/worker/office/fonts.ts')).fontsOfPdf,
  comparison: async () => (await import('../../comparing/worker/compare.ts')).compareVersions,
  redact: async () => (await import('../../pages/worker/redact/index.ts')).redact,
  pageFindings: async () => (await import('../../pages/worker/find/index.ts')).findMarks,
}

answer(process.stdout, READY)
for await (const { task, bytes } of readOrders(process.stdin)) {
  try {
    const open = await OPENERS[task]()
    answer(process.stdout, await open(bytes))
  } catch {
    answer(process.stdout, NONE)
  }
}
