export { pageOf } from '../../access/pages.ts'
