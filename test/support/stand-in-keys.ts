/** The operator's app of the tests at Meta. */
export const META_APP = { META_APP_ID: 'app-of-the-tests', META_APP_SECRET: 'app secret of the tests' };

/** The operator's application of the tests at Microsoft. */
export const MICROSOFT_APP = {
  MICROSOFT_CLIENT_ID: 'application-of-the-tests',
  MICROSOFT_CLIENT_SECRET: 'secret of the application',
  MICROSOFT_DEVELOPER_TOKEN: 'developer token of the tests',
};
