import fc from 'fast-check';

// Nobody reads the example that fails: looking for a smaller one would take most of the time.
fc.configureGlobal({ endOnFailure: true });
