import {
  EXAMPLE_EMAIL,
  EXAMPLE_PASSWORD,
  EXAMPLE_PICTURE,
  examples,
  unauthorized,
  unavailable,
} from './example.ts';

const user = {
  firstName: null,
  lastName: null,
  email: EXAMPLE_EMAIL,
  profileImageUrl: null,
  hasPassword: true,
};
const googleUser = {
  firstName: 'Some',
  lastName: 'Body',
  email: EXAMPLE_EMAIL,
  profileImageUrl: EXAMPLE_PICTURE,
  hasPassword: true,
};
const body = { email: EXAMPLE_EMAIL, password: EXAMPLE_PASSWORD };

const readUser = { method: 'GET', path: '/api/auth/user' } as const;
const signIn = { method: 'POST', path: '/api/auth/login' } as const;
const signUp = { method: 'POST', path: '/api/auth/signup' } as const;
const showLink = { method: 'GET', path: '/api/auth/google/link' } as const;
const link = {
  method: 'POST',
  path: '/api/auth/google/link',
  body: { password: EXAMPLE_PASSWORD },
} as const;
const linkIsOver = {
  status: 410,
  answer: {
    message: 'This Google sign-in has expired. Please continue with Google again.',
    code: 'LINK_EXPIRED',
  },
} as const;
const wrongPassword = {
  status: 401,
  answer: { message: 'The password is not right. Please try again.', code: 'WRONG_PASSWORD' },
} as const;
const weakPassword = {
  status: 400,
  answer: {
    message:
      'This password is one of the most common ones, which are guessed first. Please choose another one.',
    code: 'WEAK_PASSWORD',
  },
} as const;
const logOut = { method: 'POST', path: '/api/auth/logout' } as const;
const logOutEverywhere = { method: 'POST', path: '/api/auth/logout/everywhere' } as const;
const changePassword = {
  method: 'POST',
  path: '/api/auth/password',
  body: { password: EXAMPLE_PASSWORD, newPassword: 'a new password' },
} as const;
const deleteUser = {
  method: 'DELETE',
  path: '/api/auth/user',
  body: { password: EXAMPLE_PASSWORD },
} as const;

export const authExamples = examples({
  user: { ...readUser, status: 200, answer: { ...user, unseenAlerts: 0 } },
  googleUser: {
    ...readUser,
    status: 200,
    answer: { ...googleUser, unseenAlerts: 0 },
  },
  noUser: { ...readUser, ...unauthorized },
  userUnavailable: { ...readUser, ...unavailable },

  signedIn: { ...signIn, body, status: 200, answer: user },
  signInUnknown: {
    ...signIn,
    body: { ...body, email: 'nobody@example.com' },
    status: 404,
    answer: { message: 'That email address does not have an account.', code: 'USER_NOT_FOUND' },
  },
  signInWrong: {
    ...signIn,
    body: { ...body, password: 'wrong' },
    ...wrongPassword,
  },
  signInOfGoogle: {
    ...signIn,
    body,
    status: 401,
    answer: {
      message: 'This account signs in with Google. Please use Continue with Google.',
      code: 'USE_GOOGLE',
    },
  },
  signInInvalid: {
    ...signIn,
    body: { email: 'somebody', password: '' },
    status: 400,
    answer: { message: 'Please enter a valid email', code: 'INVALID_INPUT' },
  },
  signInTooOften: {
    ...signIn,
    body,
    status: 429,
    answer: {
      message: 'Too many wrong passwords for this account. Please try again in 15 minutes.',
      code: 'TOO_MANY_REQUESTS',
    },
    retryAfter: 900,
  },
  signInUnavailable: { ...signIn, body, ...unavailable },

  linkShown: { ...showLink, status: 200, answer: { email: EXAMPLE_EMAIL } },
  linkShownExpired: { ...showLink, ...linkIsOver },
  linked: { ...link, status: 200, answer: googleUser },
  linkWrong: { ...link, body: { password: 'wrong' }, ...wrongPassword },
  linkInvalid: {
    ...link,
    body: { password: '' },
    status: 400,
    answer: { message: 'Password is required', code: 'INVALID_INPUT' },
  },
  linkExpired: { ...link, ...linkIsOver },
  linkUnavailable: { ...link, ...unavailable },

  signedUp: { ...signUp, body, status: 201, answer: user },
  signUpTaken: {
    ...signUp,
    body,
    status: 409,
    answer: {
      message: 'An account with this email address already exists. Please sign in.',
      code: 'EMAIL_TAKEN',
    },
  },
  signUpOfGoogle: {
    ...signUp,
    body,
    status: 409,
    answer: {
      message: 'An account with this email address already exists. Please use Continue with Google.',
      code: 'EMAIL_TAKEN',
    },
  },
  signUpInvalid: {
    ...signUp,
    body: { email: EXAMPLE_EMAIL, password: 'short' },
    status: 400,
    answer: { message: 'Password must be at least 8 characters', code: 'INVALID_INPUT' },
  },
  signUpWeak: { ...signUp, body: { ...body, password: 'Password1' }, ...weakPassword },
  signUpTooOften: {
    ...signUp,
    body,
    status: 429,
    answer: {
      message: 'Too many sign-ups from your network. Please try again in 60 minutes.',
      code: 'TOO_MANY_REQUESTS',
    },
    retryAfter: 3600,
  },

  loggedOut: { ...logOut, status: 200, answer: { message: 'You are signed out.' } },

  loggedOutEverywhere: {
    ...logOutEverywhere,
    status: 200,
    answer: { message: 'You are signed out everywhere.' },
  },
  logOutNoUser: { ...logOutEverywhere, ...unauthorized },
  logOutEverywhereUnavailable: { ...logOutEverywhere, ...unavailable },

  passwordChanged: { ...changePassword, status: 200, answer: { message: 'Your password has been changed.' } },
  passwordWrong: {
    ...changePassword,
    body: { ...changePassword.body, password: 'wrong' },
    ...wrongPassword,
  },
  passwordShort: {
    ...changePassword,
    body: { ...changePassword.body, newPassword: 'short' },
    status: 400,
    answer: { message: 'Password must be at least 8 characters', code: 'INVALID_INPUT' },
  },
  passwordWeak: {
    ...changePassword,
    body: { ...changePassword.body, newPassword: 'Password1' },
    ...weakPassword,
  },
  passwordOfNobody: { ...changePassword, ...unauthorized },
  passwordUnavailable: { ...changePassword, ...unavailable },

  userDeleted: {
    ...deleteUser,
    status: 200,
    answer: { message: 'Your account has been deleted.', accessLeft: [] },
  },
  deleteWrong: { ...deleteUser, body: { password: 'wrong' }, ...wrongPassword },
  deleteUnconfirmed: {
    ...deleteUser,
    body: {},
    status: 403,
    answer: { message: 'Please confirm that this account is yours.', code: 'NOT_CONFIRMED' },
  },
  deleteUnavailable: { ...deleteUser, ...unavailable },
  deleteNoUser: { ...deleteUser, ...unauthorized },
});
