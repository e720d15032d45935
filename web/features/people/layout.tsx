export { ListFoot as Foot, ListTools as Tools, rangeText } from '../../ui/index.ts'
