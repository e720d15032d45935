export { useMarkedPdf } from './useMarkedPdf.tsx'
