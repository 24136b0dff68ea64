/**
 * The attribute of the root element of a document that names the kinds that the site offers, with spaces between them: the page
 * need not ask the server. Without an offer there is no attribute.
 */
export const OFFERS_ATTRIBUTE = 'data-offers';

/**
 * The word in that attribute where the site takes deliveries for saved analyses.
 *
 * @public
 */
export const INBOX_OFFER = 'inbox';

/**
 * The word in that attribute where the site reads spreadsheets on a schedule.
 *
 * @public
 */
export const SCHEDULE_OFFER = 'schedules';
