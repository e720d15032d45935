/** Lists of entries from several folders. */
export { FavouritesPage } from '../favourites/FavouritesPage.tsx'
export { NewPage } from '../news/NewPage.tsx'
export { SearchPage } from '../search/SearchPage.tsx'
