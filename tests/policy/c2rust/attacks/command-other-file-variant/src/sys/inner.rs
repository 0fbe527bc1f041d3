pub(crate) use std::process as host;
